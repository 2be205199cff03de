import { chatPath } from '#domain/urls.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models } from '#stores/models.ts';
import { useStore } from '@nanostores/react';

/** Another text model that answers now and costs at most `credits`: of the same group first, then the first one. */
export function useAlternative(
  subject: Subject,
  credits: number,
): { name: string; price: number; href: string } | undefined {
  const { language } = useText();
  const { models } = useStore($models);
  const own = 'model' in subject ? subject.model : undefined;
  const fitting = models.filter(
    ({ id, kind, available, price }) =>
      id !== own?.id && kind === 'text' && available && price <= credits,
  );
  const other = fitting.find(({ group }) => group === own?.group) ?? fitting[0];
  if (!other) return undefined;
  const href = chatPath(language, { group: other.group, model: other.id });
  return { name: other.title, price: other.price, href };
}
