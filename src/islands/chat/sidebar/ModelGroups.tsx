import { type ModelGroup, modelGroups } from '#domain/models/models.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { modelTip } from '#islands/chat/models/modelTip.ts';
import { priceEach } from '#islands/chat/models/priceEach.ts';
import { SidebarLink } from '#islands/chat/sidebar/SidebarLink.tsx';
import { isDrawer } from '#islands/chat/sidebar/useDrawer.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import { $route } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import { ChevronRight } from 'lucide-react';

/** The models in the sidebar, by group. The group of the open chat is unfolded. */
export function ModelGroups() {
  const { t } = useText();
  const route = useStore($route);
  // In the drawer all groups stay folded, so that the conversations are visible.
  const unfolds = route?.screen === 'chat' && !isDrawer();
  const current = unfolds ? route.target.group : undefined;
  return (
    <section aria-labelledby="models-title" className="mt-5">
      <h2 id="models-title" className="px-3 pb-1 text-14 font-medium text-faint">
        {t('chat.sidebar.models')}
      </h2>
      {modelGroups.map((group) => (
        // The key changes when a chat of the group is opened, which unfolds the group. Otherwise the user decides.
        <Group key={`${group}-${group === current}`} group={group} open={group === current} />
      ))}
    </section>
  );
}

function Group({ group, open }: { group: ModelGroup; open: boolean }) {
  const { t, language } = useText();
  const { models } = useStore($models);
  return (
    <details open={open} className="group">
      <summary className="flex min-h-9 touch:min-h-11 cursor-pointer list-none items-center gap-3 rounded-small px-3 text-[0.9375rem] hover:bg-line">
        <ChevronRight
          aria-hidden="true"
          size={18}
          className="shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        <span>{t(`chat.group.${group}`)}</span>
      </summary>
      <ul className="flex flex-col gap-0.5">
        {models
          .filter((model) => model.group === group)
          .map((model) => (
            <li key={model.id}>
              <SidebarLink
                href={chatPath(language, { group, model: model.id })}
                tip={`${modelTip(t, model)} ${priceEach(t, model.price, model.kind)}`}
              >
                <span className="min-w-0 flex-1 pl-[30px] leading-snug">{model.title}</span>
                {model.available && model.health !== 'working' && (
                  <ModelHealth health={model.health} isQuiet />
                )}
                <span className="shrink-0 text-12 text-faint tabular-nums">{model.price}</span>
              </SidebarLink>
            </li>
          ))}
      </ul>
    </details>
  );
}
