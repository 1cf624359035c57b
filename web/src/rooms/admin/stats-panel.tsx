import { useSettingsText } from '#page/account/settings-text.js';
import type { Room, RoomStats, Topic } from '#page/api-types.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { countOf } from '#page/discover/discover-text.js';
import { LoadedPart } from '#page/ui/loaded-part.js';
import { useLoaded } from '#page/ui/use-loaded.js';
import { DayChart } from './day-chart.js';
import { loadNumbers, type RoomNumbers } from './room-statistics.js';

const TOPICS = 8;

/** The statistics of a room, for its members. */
export function StatsPanel({ room }: { room: Room }) {
  const text = useSettingsText();
  const loaded = useLoaded(`numbers ${room.slug}`, () => loadNumbers(room.slug));
  return (
    <SidePanel title={text.stats} testId="panel-stats" back={info}>
      <LoadedPart loaded={loaded}>
        {(numbers) => (
          <>
            <Tiles stats={numbers.stats} />
            <Days numbers={numbers} />
            <Topics topics={numbers.topics} />
          </>
        )}
      </LoadedPart>
    </SidePanel>
  );
}

function Tiles({ stats }: { stats: RoomStats }) {
  const { statNames } = useSettingsText();
  const counts = {
    members: stats.member_count,
    messages: stats.message_count,
    age: stats.age_days,
    stars: stats.stars_received,
    gifts: stats.gifts_received,
  };
  return (
    <dl class="numbers" data-testid="room-stats">
      {Object.entries(counts).map(([name, count]) => (
        <div key={name} data-testid={`stat-${name}`}>
          <dt>{statNames[name as keyof typeof counts]}</dt>
          <dd>{countOf(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Days({ numbers: { days, rows } }: { numbers: RoomNumbers }) {
  const text = useSettingsText();
  const at = days.map((day) => day.at);
  const series = (name: string, count: 'messages' | 'came' | 'left') => ({
    name,
    values: days.map((day) => day[count]),
  });
  return (
    <>
      <DayChart
        title={text.messagesByDay}
        testId="chart-messages"
        days={at}
        series={[series(text.statNames.messages, 'messages')]}
      />
      <DayChart
        title={text.comingsByDay}
        testId="chart-comings"
        days={at}
        series={[series(text.came, 'came'), series(text.left, 'left')]}
      />
      <p class="panel-note">{text.newestRows(countOf(rows), days.length)}</p>
    </>
  );
}

/** Bars in a table. */
function Topics({ topics }: { topics: Topic[] }) {
  const text = useSettingsText();
  const shown = [...topics].sort((a, b) => b.count - a.count).slice(0, TOPICS);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  if (shown.length === 0) return null;
  return (
    <section class="chart" data-testid="chart-topics">
      <h3>{text.byTopic}</h3>
      <table class="chart-table topic-bars">
        <caption class="unseen">{text.byTopic}</caption>
        <thead class="unseen">
          <tr>
            <th scope="col">{text.topic}</th>
            <th scope="col" colSpan={2}>
              {text.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ tag, count, unknown }) => (
            <tr key={tag}>
              <th scope="row">{unknown ? text.topicless : `#${tag}`}</th>
              <td class="chart-bar" aria-hidden="true">
                <i style={{ width: `${(count / most) * 100}%` }} />
              </td>
              <td>{countOf(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
