import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { formatPhone } from '@parley/rules/phone-format.ts';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import classes from './carrier-lookup.module.css';
import { wordings } from './wordings.ts';

export function CarrierLookup() {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const lookup = useAction(calls.access.lookupCarrier, { onFailure: (error) => setProblem(wordsOf(error)) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = typed.replace(/^\s*\+1/, '').replace(/\D/g, '');
    const isWhole = formatPhone(digits) !== '';
    setProblem(isWhole ? null : wordings.carrierLookup.enterThe10Digits);
    if (isWhole) lookup.mutate({ phone: digits });
  };
  return (
    <Page
      title={wordings.carrierLookup.lookupCarrierInfoTool}
      crumbs={[{ label: common.tools, to: '/tools' }]}
      about={wordings.carrierLookup.seeTheType}
      width="normal"
    >
      <form onSubmit={submit} className={`card ${classes.form}`}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={common.phoneNumber}
            type="tel"
            name={calls.access.lookupCarrier.form.phone.wire}
            placeholder="(212) 555-0100"
            required
            autoFocus
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setProblem(null);
            }}
            error={problem}
            className={classes.field ?? ''}
          />
          <Button type="submit" loading={lookup.isPending} className={classes.button ?? ''}>
            {wordings.carrierLookup.lookupInfo}
          </Button>
        </Group>
      </form>
      {lookup.data && !problem && <Result result={lookup.data} />}
    </Page>
  );
}

function Result({ result }: { result: ReplyOf<typeof calls.access.lookupCarrier> }) {
  const rows: [string, string][] = [
    [wordings.carrierLookup.numberType, result.numberType],
    [wordings.carrierLookup.country, result.country],
    [wordings.carrierLookup.region, result.region],
    [wordings.carrierLookup.carrier, result.carrier],
    [wordings.carrierLookup.timeZone, result.timeZone.replaceAll('_', ' ')],
  ];
  return (
    <section className={`card ${classes.result}`} aria-live="polite">
      <Title order={2}>{phoneText(result.phone)}</Title>
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <Text c="dimmed">{wordings.carrierLookup.unknown}</Text>}</dd>
          </div>
        ))}
      </dl>
      <Text c="dimmed" mt="md">
        {wordings.carrierLookup.source(result.source)}
      </Text>
    </section>
  );
}
