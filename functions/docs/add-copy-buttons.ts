/** Adds a button that copies it to each sample of the quickstart, again whenever Swagger UI draws the text again. */
export function addCopyButtons(): void {
  const docs = document.querySelector('#docs');
  if (!docs) return;
  addTo(docs);
  new MutationObserver(() => addTo(docs)).observe(docs, { childList: true, subtree: true });
}

function addTo(docs: Element): void {
  for (const sample of docs.querySelectorAll('.info pre:has(code)')) {
    if (sample.previousElementSibling?.className === 'quickstart-copy') continue;
    const title = sample.previousElementSibling?.textContent.replace(/:$/, '') ?? '';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quickstart-copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy: ${title}`);
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.textContent);
      const status = document.querySelector('[role="status"]');
      if (status) status.textContent = 'Copied.';
    });
    sample.before(button);
  }
}
