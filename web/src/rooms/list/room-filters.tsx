import { useWritingText } from '#page/composer/writing-text.js';
import { type RoomFilter, roomFilters } from './room-filter.js';

interface RoomFiltersProps {
  filter: RoomFilter;
  onChange: (filter: RoomFilter) => void;
}

export function RoomFilters({ filter, onChange }: RoomFiltersProps) {
  const words = useWritingText();
  return (
    <fieldset class="chips room-filters" aria-label={words.filterRooms} data-testid="room-filters">
      {roomFilters.map((name) => (
        <button
          type="button"
          key={name}
          class="chip"
          aria-pressed={name === filter}
          data-testid={`filter-${name}`}
          onClick={() => onChange(name)}
        >
          {words.filters[name]}
        </button>
      ))}
    </fieldset>
  );
}
