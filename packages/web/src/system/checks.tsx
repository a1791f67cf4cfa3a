import { Table, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import classes from './system.module.css';
import type { System } from './system-page.tsx';
import { wordings } from './wordings.ts';

const MARKS = {
  ok: wordings.system.passed,
  warn: wordings.system.warning,
  bad: wordings.system.problem,
} as const;

/** As it stands by itself: the command puts its words behind a name. */
export const sentence = (words: string) => {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Everything that was looked at, with what was found. */
export function Checks({ findings }: { findings: System['findings'] }) {
  return (
    <section className={`card ${classes.section}`} aria-labelledby="system-checks">
      <Title order={2} id="system-checks">
        {wordings.system.checks}
      </Title>
      <div className={classes.scroll}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{wordings.system.check}</Table.Th>
              <Table.Th>{wordings.system.result}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {findings.map(({ check, is, words }) => (
              <Table.Tr key={check}>
                <Table.Td>
                  <span className={classes.mark} data-is={is}>
                    {is === 'ok' ? (
                      <IconCheck size={16} aria-hidden />
                    ) : (
                      <IconAlertTriangle size={16} aria-hidden />
                    )}
                    <VisuallyHidden>{MARKS[is]}</VisuallyHidden> {check}
                  </span>
                </Table.Td>
                <Table.Td className={classes.name ?? ''}>{sentence(words)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
