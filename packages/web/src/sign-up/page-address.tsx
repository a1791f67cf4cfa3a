import { Anchor, Switch, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { formCode, frameCode } from './embed-code.ts';
import { QrCode } from './qr-code.tsx';
import classes from './sign-up-page.module.css';
import type { StoredSignUp } from './use-page-draft.ts';
import { wordings } from './wordings.ts';

/** Where the page is, and whether it takes sign-ups. */
export function PageAddress({ list, stored }: { list: number; stored: StoredSignUp }) {
  const words = wordings.pageAddress;
  const turn = useAction(calls.signUpPages.turn, {
    invalidates: [calls.signUpPages.info],
    notice: (_reply, { on }) => (on ? words.turnedOn : words.turnedOff),
  });
  return (
    <section className={`card ${classes.block}`} aria-labelledby="page-address">
      <Title order={2} id="page-address">
        {words.heading}
      </Title>
      {stored.version === 0 ? (
        <Text c="dimmed">{words.saveFirst}</Text>
      ) : (
        <>
          <Switch
            label={words.isOn}
            description={words.isOnMeans}
            checked={turn.isPending ? turn.variables.on : stored.isOn}
            onChange={(event) => turn.mutate({ list, on: event.currentTarget.checked })}
          />
          <CodeText label={words.address}>{stored.url}</CodeText>
          <Anchor href={stored.url} target="_blank" rel="noreferrer" underline="always">
            {words.open}
          </Anchor>
          <QrCode text={stored.url} label={words.qrOfPage} fileName="sign-up-page.svg" />
          <Title order={3}>{words.form}</Title>
          <Text c="dimmed">{words.formMeans}</Text>
          <CodeText label={words.form}>{formCode(stored.url, stored.numberLabel, stored.button)}</CodeText>
          {stored.sites !== '' && (
            <>
              <Title order={3}>{words.frame}</Title>
              <CodeText label={words.frame}>{frameCode(stored.url, stored.headline)}</CodeText>
            </>
          )}
        </>
      )}
    </section>
  );
}
