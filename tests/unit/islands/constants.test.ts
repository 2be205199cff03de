import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

/** Figures of section 9 that stand in markup and styles; end-to-end tests measure them on the page. */
describe('the figures of the interface', () => {
  it('are, for notifications, those of section 9', () => {
    const own = read('src/islands/toasts/Toaster.tsx');
    for (const setting of [
      'position="top-right"',
      'richColors',
      'visibleToasts={3}',
      'duration={4000}',
      'gap={14}',
      'offset={32}',
      "hotkey={['altKey', 'KeyT']}",
    ]) {
      expect(own).toContain(setting);
    }
    // Width, swipe threshold and removal have no setting: this version of the library has them as constants.
    const library = read('node_modules/sonner/dist/index.mjs');
    const constants = /=3,\w+="32px",\w+="16px",\w+=4e3,\w+=356,\w+=14,\w+=20,\w+=200;/;
    expect(library).toMatch(constants);
  });

  it('are 240 px for the sidebar and 768 px for the mobile line', () => {
    const theme = read('src/styles/theme.css');
    const unit = Number(/--spacing: (\d+)px/.exec(theme)?.[1]);
    const width = Number(
      /className=\{`flex w-(\d+) /.exec(read('src/islands/chat/Sidebar.tsx'))?.[1],
    );
    expect(unit * width).toBe(240);
    expect(theme).toContain('--breakpoint-md: 768px');
  });

  it('are 50 px for the active style of the top bar', () => {
    const scroll = read('src/elements/scrollState.ts');
    expect(scroll).toMatch(/const threshold = 50;/);
    expect(scroll).toContain('scrollY > threshold');
  });
});
