import { Code, Text } from '@mantine/core';
import { explainCode } from '@parley/rules/carrier-error-codes.ts';
import classes from './carrier-answer.module.css';

/** What a carrier said, verbatim, and before it what that means and what to do, when we know. */
export function CarrierAnswer({ code, reason }: { code: string; reason: string }) {
  const known = explainCode(code);
  return (
    <div className={classes.answer}>
      {known && (
        <Text>
          {known.means} {known.advice}
        </Text>
      )}
      <Text c="dimmed" className={classes.verbatim}>
        {code !== '' && <Code>{code}</Code>} {reason}
      </Text>
    </div>
  );
}
