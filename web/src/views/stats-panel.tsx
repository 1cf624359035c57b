import type { Room, RoomStats, Topic } from '../api-types.js';
import { loadNumbers, type RoomNumbers } from '../state/room-numbers.js';
import { useLoaded } from '../state/use-loaded.js';
import { countOf } from '../text/discover-text.js';
import { useSettingsText } from '../text/settings-text.js';
import { DayChart } from './day-chart.js';
import { LoadedPart } from './loaded-part.js';
import { info, SidePanel } from './side-panel.js';

const TOPICS = 8;

/** A room in numbers and pictures, for its members. */
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

/** Bars that are a table at the same time. */
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
