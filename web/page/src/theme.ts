// Light or dark theme: the setting of the system, or the choice on this machine.

const THEMES = ['auto', 'light', 'dark'];

/** Installs a button for the theme, and calls `onChange` when colours have changed. The returned
 * function sets the colours for the first time. */
export function hostTheme(button: HTMLButtonElement, onChange: () => void): () => void {
  let chosen = localStorage.getItem('theme') ?? 'auto';
  const set = () => {
    if (chosen === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    button.textContent = `Theme: ${chosen}`;
    onChange();
  };
  button.addEventListener('click', () => {
    chosen = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length];
    localStorage.setItem('theme', chosen);
    set();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', set);
  return set;
}
