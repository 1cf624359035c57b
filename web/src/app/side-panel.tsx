import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../ui/icon.js';
import { useLayer } from '../ui/use-layer.js';
import type { Panel } from './overlays.js';
import { closePanel, openPanel } from './panel.js';
import { useText } from './text/text.js';

interface SidePanelProps {
  title: string;
  testId: string;
  /** The panel that the back arrow opens; without it there is no arrow. */
  back?: Panel;
  /** A wide panel, for reading and writing long texts. */
  isWide?: boolean;
  /** Stays at the bottom while the content scrolls. */
  foot?: ComponentChildren;
  children: ComponentChildren;
}

/** Beside the messages on a wide screen, over them on a narrow one. Escape closes it. */
export function SidePanel({ title, testId, back, isWide = false, foot, children }: SidePanelProps) {
  const text = useText();
  const panel = useRef<HTMLElement>(null);
  // A layout effect, so that the focus is not taken from a field that somebody has gone to at once.
  useLayoutEffect(() => panel.current?.focus(), [testId]);
  useLayer(closePanel, false);
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closePanel();
  return (
    <aside
      ref={panel}
      class={isWide ? 'panel panel-wide' : 'panel'}
      aria-label={title}
      data-testid={testId}
      tabIndex={-1}
      onKeyDown={onKey}
    >
      <header class="panel-head">
        {back && (
          <button
            type="button"
            class="icon-button"
            title={text.backTo}
            data-testid="panel-back"
            onClick={() => openPanel(back)}
          >
            <Icon name="back" />
          </button>
        )}
        <h2>{title}</h2>
        <button type="button" class="icon-button" title={text.close} data-testid="panel-close" onClick={closePanel}>
          <Icon name="close" />
        </button>
      </header>
      <div class="panel-body">{children}</div>
      {foot && <footer class="panel-foot">{foot}</footer>}
    </aside>
  );
}

export const info: Panel = { type: 'info' };
