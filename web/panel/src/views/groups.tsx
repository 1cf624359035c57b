import { EmptyState } from '#page/ui/empty-state.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { Group } from '../api-types.js';
import { call } from '../net/api.js';
import { reload } from '../state/panel.js';
import { usePanel } from '../state/use-panel.js';
import { useText } from '../text/text.js';
import { GroupForm } from './group-form.js';
import { SectionHead } from './parts.js';

/** The groups of the account that linked this browser, and a form for a new one. */
export function GroupsView() {
  const text = useText();
  const { role } = usePanel();
  const groups = useQuery('groups', () => call('GET /api/panel/groups'));
  const opened = () => {
    groups.reload();
    // The first group locks the organization's address, so the organization is loaded again.
    void reload();
  };
  return (
    <>
      <SectionHead title={text.sections.groups} hint={text.noGroupsHint} />
      {role !== 'viewer' && <GroupForm onOpened={opened} />}
      <QueryResult of={groups}>
        {({ founded, administered }) =>
          founded.length + administered.length === 0 ? (
            <EmptyState icon="discuss" line={text.noGroups} />
          ) : (
            <>
              <GroupList title={text.foundedGroups} groups={founded} testId="founded" />
              <GroupList title={text.administeredGroups} groups={administered} testId="administered" />
            </>
          )
        }
      </QueryResult>
    </>
  );
}

function GroupList({ title, groups, testId }: { title: string; groups: Group[]; testId: string }) {
  const text = useText();
  const { catalog } = usePanel();
  const typeOf = ({ group_type_id: id }: Group) => catalog.group_types.find((type) => type.id === id)?.name;
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby={testId}>
      <h2 class="list-title" id={testId}>
        {title}
      </h2>
      <ul class="lines" data-testid={testId}>
        {groups.map((group) => (
          <li class="line" key={group.id}>
            <div class="line-text">
              <strong>{group.name}</strong>
              <p class="note">
                {[group.slug, typeOf(group), text.visibilities[group.visibility], text.people(group.member_count ?? 1)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <a class="button button-quiet" href={`/#/r/${group.slug}`} target="_blank" rel="noreferrer">
              {text.inApp}
              <span class="unseen">: {group.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
