import { Button, Text, Title } from '@mantine/core';
import { FAILURE_KINDS } from './failure-kinds.ts';
import classes from './phones.module.css';
import { MOST_PHONES } from './use-phones.ts';

/** A number of any ending, free on this desk. */
function numberEnding(ending: string): string {
  return `+1212555${ending}`;
}

type FailureTableProps = { taken: string[]; onAdd: (phone: string) => void };

/** What a number's last four digits make the simulated carrier do. */
export function FailureTable({ taken, onAdd }: FailureTableProps) {
  return (
    <section className={`card ${classes.panel}`}>
      <Title order={2}>Make it fail</Title>
      <Text c="dimmed">The last four digits of a number say what the carrier does with its messages.</Text>
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
