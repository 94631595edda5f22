const THEME = 'console.theme';

/** Light or dark: as chosen here, otherwise as the system is set. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(THEME);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}

/** Whether the console is dark now. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Chooses the other one. */
export function switchTheme(): void {
  localStorage.setItem(THEME, isDark() ? 'light' : 'dark');
  applyTheme();
  dispatchEvent(new Event('themechange'));
}
