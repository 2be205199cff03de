/** The keyboard shortcuts of the chat area, in the order of the help dialog. */
export const shortcutNames = [
  'newChat',
  'search',
  'find',
  'print',
  'message',
  'copy',
  'regenerate',
  'stop',
  'edit',
  'previousBranch',
  'nextBranch',
  'sidebar',
  'settings',
  'sheet',
] as const;

export type ShortcutName = (typeof shortcutNames)[number];
