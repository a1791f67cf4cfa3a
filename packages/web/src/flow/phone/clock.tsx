import { Button, Group, Text } from '@mantine/core';
import type { Happening } from '@parley/engine/memory-host.ts';
import { formatDate, zoneName } from '../../kit/date-text.tsx';
import classes from './phone.module.css';
import type { OpenTalk } from './use-talk.ts';
import { wordings } from './wordings.ts';

const words = wordings.clock;

const JUMPS = [
  { label: words.minute, seconds: 60 },
  { label: words.hour, seconds: 3600 },
  { label: words.day, seconds: 86_400 },
];

/** The time of the simulated conversation, on the person's own clock, and ways to let it pass. */
export function Clock({ talk }: { talk: OpenTalk }) {
  const { now, next, setting } = talk;
  const zone = setting.timeZone;
  return (
    <div className={classes.clock}>
      <Text size="xs" c="dimmed" aria-live="polite">
        <time dateTime={now} className="tabular">
          {words.now(formatDate(now, zone), zoneName(zone, new Date(now)))}
        </time>
        {next && <span className={classes.coming}>{comingWords(next, zone)}</span>}
      </Text>
      <Group gap={4} wrap="nowrap" role="group" aria-label={words.jump}>
        {JUMPS.map(({ label, seconds }) => (
          <Button key={label} size="compact-xs" variant="default" fw={500} onClick={() => talk.pass(seconds)}>
            {label}
          </Button>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          fw={500}
          disabled={!next}
          onClick={() => next && passTo(talk, next)}
        >
          {words.forward}
        </Button>
      </Group>
    </div>
  );
}

/** A wait is skipped as such, so that the talk goes the same way when its length is edited. */
function passTo(talk: OpenTalk, next: Happening): void {
  if (next.what !== 'held') talk.skip();
  else talk.pass(Math.max(1, Math.ceil((Date.parse(next.at) - Date.parse(talk.now)) / 1000)));
}

const COMING: Record<Happening['what'], string> = {
  wait: words.wait,
  'no-reply': words.noReply,
  held: words.held,
  call: words.call,
};

const comingWords = ({ what, at }: Happening, zone: string): string =>
  words.coming(COMING[what], formatDate(at, zone));
