// Light or dark: as the system has it, or as was chosen on this machine.

const THEMES = ['auto', 'light', 'dark'];

/** Has a button for it, and calls when colours have changed; what is handed back sets them for the first time. */
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
