import { imageTypes } from '#domain/chat/attachments.ts';
import { FileInput } from '#islands/chat/controls/FileInput.tsx';
import { attach } from '#islands/chat/composer/attach.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';

/**
 * The file types that file pickers offer first; others can be chosen too. Phones convert their pictures to JPEG, because
 * JPEG is listed and their own format is not. Text files have many extensions, of which these are the usual ones.
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

/** Opens the system's file picker and attaches the chosen files. */
export function AttachButton() {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);

  return (
    <>
      <IconButton
        label={t('composer.attach')}
        icon={Paperclip}
        hasTip
        onClick={() => input.current?.click()}
      />
      <FileInput
        ref={input}
        multiple
        accept={accept}
        label={t('composer.attach')}
        onChoose={attach}
      />
    </>
  );
}
