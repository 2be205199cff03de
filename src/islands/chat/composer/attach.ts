import { fetchCode } from '#stores/browser/newVersion.ts';
import { searchTarget } from '#domain/chat/chatPaths.ts';
import { $route } from '#stores/route/route.ts';
import { notify } from '#stores/browser/toasts.ts';

/** Attaches files to the draft. The code for uploads is fetched with the first file. */
export function attach(files: Iterable<File>): void {
  const chosen = [...files];
  if (chosen.length === 0) return;
  const route = $route.get();
  const group = route?.screen === 'chat' ? route.target.group : undefined;
  if (group === searchTarget.group) return notify('info', 'chat.search.noFiles');
  if (group === 'art') return notify('info', 'chat.media.noFiles');
  fetchCode(() => import('#stores/drafts/uploads.ts')).then(
    ({ attachFiles }) => attachFiles(chosen),
    () => notify('error', 'errors.offline'),
  );
  document.getElementById('message')?.focus();
}
