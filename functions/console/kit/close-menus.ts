/** From now on, a press of Escape or of the pointer outside closes the menus that are open. */
export function closeMenus(): void {
  const close = (pressed: EventTarget | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.multi[open]')) {
      if (pressed instanceof Node && menu.contains(pressed)) continue;
      // The focus does not get lost with what was in the menu.
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    }
  };
  addEventListener('pointerdown', ({ target }) => close(target));
  addEventListener('keydown', ({ key }) => key === 'Escape' && close(null));
}
