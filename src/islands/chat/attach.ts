import { notify } from '#stores/toasts.ts';

/** Attaches files to the draft; the code that uploads comes with the first ones. */
export function attach(files: Iterable<File>): void {
  const chosen = [...files];
  if (chosen.length === 0) return;
  import('#stores/uploads.ts').then(
    ({ attachFiles }) => attachFiles(chosen),
    () => notify('error', 'errors.offline'),
  );
  document.getElementById('message')?.focus();
}
