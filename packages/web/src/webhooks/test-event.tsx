import { Button, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { useAction } from '../data/use-call.ts';
import { Notice } from '../kit/notice.tsx';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

/** Sends a test event, and shows what came back. */
export function TestEvent({ endpoint }: { endpoint: number }) {
  const test = useAction(calls.webhooks.test, {
    invalidates: [calls.webhooks.list, calls.webhooks.deliveries],
  });
  const sent = test.data;
  return (
    <section className={`card ${classes.section}`} aria-labelledby="test-event">
      <div className={classes.foot}>
        <div>
          <Title order={2} id="test-event">
            {wordings.testEvent.title}
          </Title>
          <Text c="dimmed">{wordings.testEvent.about}</Text>
        </div>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ endpoint })}>
          {wordings.testEvent.send}
        </Button>
      </div>
      {sent && (
        <div role="status">
          <Notice
            tone={sent.ok ? 'info' : 'warning'}
            title={
              sent.status === 0
                ? wordings.testEvent.noAnswer
                : wordings.testEvent.answered(sent.status, sent.durationMs)
            }
          >
            {sent.answer !== '' && <span className={classes.verbatim}>{sent.answer}</span>}
          </Notice>
        </div>
      )}
    </section>
  );
}
