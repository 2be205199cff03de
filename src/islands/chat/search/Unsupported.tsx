import { useText } from '#islands/shared/text.tsx';

/** Marks a sentence whose numbers or dates its sources do not contain. */
export function Unsupported() {
  const { t } = useText();
  return <strong className="citation-unsupported">{t('chat.search.unsupported')}</strong>;
}
