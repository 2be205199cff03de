import { imageTypes } from '#domain/attachments.ts';
import { attach } from '#islands/chat/composer/attach.ts';
import { useText } from '#islands/shared/text.tsx';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';

/**
 * The file types that pickers offer first. Phones turn their pictures into JPEG when it is listed and their own format
 * is not. Texts have many names; whatever else is one can be chosen, too.
 */
const accept = [
  ...imageTypes,
  'application/pdf',
  'text/*',
  'application/json',
  'application/xml',
  '.md,.csv,.tsv,.log,.yaml,.yml,.toml,.ini,.tex,.srt,.sql,.ipynb',
  '.ts,.tsx,.jsx,.vue,.svelte,.py,.rb,.go,.rs,.java,.kt,.swift,.c,.cpp,.h,.cs,.php,.sh,.r,.lua',
].join();

/** Chooses files for the question; the picker of the system does the rest. */
export function AttachButton() {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    attach(target.files ?? []);
    // The same file can be chosen again after it was removed.
    target.value = '';
  };
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('composer.attach')}
        title={t('composer.attach')}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden="true" size={18} />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        className="hidden"
        accept={accept}
        aria-label={t('composer.attach')}
        onChange={onChange}
      />
    </>
  );
}
