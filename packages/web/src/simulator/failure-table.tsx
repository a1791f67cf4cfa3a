import { Button, Text, Title } from '@mantine/core';
import { FAILURE_KINDS } from './failure-kinds.ts';
import classes from './phones.module.css';
import { MOST_PHONES } from './use-phones.ts';
import { wordings } from './wordings.ts';

/** The simulated carrier misbehaves in the exchange (500) 555 alone, which is nobody's. */
function numberEnding(ending: string): string {
  return `+1500555${ending}`;
}

type FailureTableProps = { taken: string[]; onAdd: (phone: string) => void };

/** What the last four digits of a number in (500) 555 make the simulated carrier do. */
export function FailureTable({ taken, onAdd }: FailureTableProps) {
  return (
    <section className={`card ${classes.panel}`}>
      <Title order={2}>{wordings.failureTable.makeItFail}</Title>
      <Text c="dimmed">{wordings.failureTable.numbersThatStartWith500}</Text>
      <ul className={classes.kinds}>
        {FAILURE_KINDS.map(({ ending, what, shows }) => {
          const phone = numberEnding(ending);
          return (
            <li key={ending}>
              <Button
                variant="default"
                size="compact-md"
                className="tabular"
                onClick={() => onAdd(phone)}
                disabled={taken.length >= MOST_PHONES && !taken.includes(phone)}
                aria-label={`…${ending}: ${what}`}
              >
                …{ending}
              </Button>
              <div>
                <Text>{what}</Text>
                <Text c="dimmed">{shows}</Text>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
