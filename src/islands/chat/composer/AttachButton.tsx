import { acceptedFiles } from '#islands/chat/composer/acceptedFiles.ts';
import { FileInput } from '#islands/chat/controls/FileInput.tsx';
import { attach } from '#islands/chat/composer/attach.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';

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
        accept={acceptedFiles}
        label={t('composer.attach')}
        onChoose={attach}
      />
    </>
  );
}
