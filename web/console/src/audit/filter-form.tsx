import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ChoiceField, Field, LineField } from '#page/ui/workspace/field.js';
import { go } from '#page/ui/workspace/route.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { useAuditText } from './audit-text.js';
import { type AuditFilter, everything, isEverything } from './load-audit.js';

interface FilterProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** Operator and days hold at once. The target is a part of the address, so that other pages link to it. */
export function FilterForm({ filter, onChange }: FilterProps) {
  const { operator, target, fromDay, toDay } = filter;
  const text = useAuditText();
  const [typed, setTyped] = useState(target);
  // A layout effect, so that it does not come after what is typed at once.
  useLayoutEffect(() => setTyped(target), [target]);
  const operators = useOperators(text.lastResort);
  const apply = (event: Event) => {
    event.preventDefault();
    showTarget(typed.trim().toLowerCase());
  };
  const clear = () => {
    onChange(everything);
    showTarget('');
  };
  return (
    <form class="find-form" data-testid="audit-filter" onSubmit={apply}>
      <ChoiceField
        label={text.operator}
        testId="audit-operator"
        value={operator}
        nothing={text.anyOperator}
        options={operators}
        onChange={(value) => onChange({ ...filter, operator: value })}
      />
      <LineField
        label={text.target}
        hint={text.targetHint}
        testId="audit-target"
        max={128}
        value={typed}
        onInput={setTyped}
      />
      <div class="find-days">
        <DayField
          label={text.fromDay}
          testId="audit-from"
          day={fromDay}
          max={toDay}
          onDay={(day) => onChange({ ...filter, fromDay: day })}
        />
        <DayField
          label={text.toDay}
          testId="audit-to"
          day={toDay}
          min={fromDay}
          onDay={(day) => onChange({ ...filter, toDay: day })}
        />
      </div>
      <button type="submit" class="button button-quiet" data-testid="audit-apply">
        {text.apply}
      </button>
      {!isEverything(filter) && (
        <button type="button" class="button button-quiet" data-testid="audit-clear" onClick={clear}>
          {text.clear}
        </button>
      )}
    </form>
  );
}

interface DayProps {
  label: string;
  testId: string;
  day: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

function DayField({ label, testId, day, min, max, onDay }: DayProps) {
  return (
    <Field label={label} testId={testId}>
      {(told) => (
        <input
          {...told}
          class="input"
          type="date"
          data-testid={testId}
          {...(min && { min })}
          {...(max && { max })}
          value={day}
          onChange={(event) => onDay(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const showTarget = (target: string): void => (target === '' ? go('audit') : go('audit', target));

const CONSOLE_KEY_ID = 'console-key';

/** Everybody with a key or a login. Without their names the log is shown all the same. */
function useOperators(lastResort: string) {
  const may = useMay();
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const add = (found: { id: string; name: string }[]) =>
      setPeople((known) => new Map([...known, ...found.map(({ id, name }) => [id, name] as const)]));
    if (may('listOperatorKeys')) service('GET /api/console/keys').then(({ keys }) => add(keys), noNames);
    if (may('listOperatorLogins'))
      service('GET /api/console/logins').then(({ logins }) => add(logins.map(({ operator }) => operator)), noNames);
  }, []);
  return [...people, [CONSOLE_KEY_ID, lastResort] as const].map(([value, label]) => ({ value, label }));
}

const noNames = (): void => undefined;
