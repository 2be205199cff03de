import type { ComponentProps } from 'react';

type Props = Pick<ComponentProps<'input'>, 'ref' | 'multiple' | 'accept'> & {
  label: string;
  onChoose: (files: readonly File[]) => void;
};

/** A hidden file input. A button opens its file picker with `ref.current.click()`. */
export function FileInput({ ref, multiple, accept, label, onChoose }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={multiple}
      className="hidden"
      accept={accept}
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Without this, choosing the same file again would change nothing.
        target.value = '';
        onChoose(files);
      }}
    />
  );
}
