/** Boxes whose title was given here. */
const named = new WeakSet<HTMLElement>();

/** Gives the text under the pointer of which a part is cut off, in a table or before an ellipsis, its whole as its title. */
export function nameWhatIsCut(event: Event): void {
  let box = event.target instanceof HTMLElement ? event.target : null;
  while (box && !isShortened(box)) box = box.parentElement;
  if (!box) return;
  if (named.delete(box)) box.removeAttribute('title');
  const isCut = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  if (!isCut || box.closest('[title]') || box.innerText === '') return;
  box.title = box.innerText;
  named.add(box);
}

function isShortened(box: HTMLElement): boolean {
  return box.matches('.cell') || getComputedStyle(box).textOverflow === 'ellipsis';
}
