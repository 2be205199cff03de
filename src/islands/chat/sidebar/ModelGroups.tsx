import { type ModelGroup, modelGroups } from '#domain/models/models.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { modelTip } from '#islands/chat/models/modelTip.ts';
import { priceEach } from '#islands/chat/models/priceEach.ts';
import { SidebarLink, row } from '#islands/chat/sidebar/SidebarLink.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { Boxes, ChevronRight } from 'lucide-react';

/** All models by group, behind one row that only the user unfolds, so that the conversations stay visible. */
export function ModelGroups() {
  const { t } = useText();
  return (
    <details className="group">
      <summary className={`${row} cursor-pointer list-none hover:bg-line`}>
        <Boxes aria-hidden="true" size={18} className="shrink-0 text-faint" />
        <span className="min-w-0 flex-1">{t('chat.sidebar.models')}</span>
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="shrink-0 text-faint transition-transform group-open:rotate-90"
        />
      </summary>
      {modelGroups.map((group) => (
        <Group key={group} group={group} />
      ))}
    </details>
  );
}

function Group({ group }: { group: ModelGroup }) {
  const { t, language } = useText();
  const { models } = useStore($models);
  return (
    <section aria-labelledby={`models-${group}`}>
      <h3
        id={`models-${group}`}
        className="flex min-h-7 items-end pr-3 pb-1 pl-[42px] text-12 font-medium text-faint"
      >
        {t(`chat.group.${group}`)}
      </h3>
      <ul>
        {models
          .filter((model) => model.group === group)
          .map((model) => (
            <li key={model.id}>
              <SidebarLink
                href={chatPath(language, { group, model: model.id })}
                tip={`${modelTip(t, model)} ${priceEach(t, model.price, model.kind)}`}
              >
                <span className="min-w-0 flex-1 pl-[30px]">{model.title}</span>
                {model.available && model.health !== 'working' && (
                  <ModelHealth health={model.health} isQuiet />
                )}
                <span className="shrink-0 text-12 text-soft tabular-nums">
                  {model.price === 0 ? t('chat.priceFree') : model.price}
                </span>
              </SidebarLink>
            </li>
          ))}
      </ul>
    </section>
  );
}
