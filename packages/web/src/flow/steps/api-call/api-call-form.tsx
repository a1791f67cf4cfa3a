import { Group, Input, NativeSelect, NumberInput, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { API_CONTENT_TYPES, API_VERBS, type ApiContentType } from '@parley/engine/flow.ts';
import type { FormProps } from '../form.ts';
import classes from '../steps.module.css';
import { TokenInput } from '../token-input.tsx';
import { wordings } from '../wordings.ts';

type Verb = (typeof API_VERBS)[number];

/** API: asks another system and sends or keeps what it answers. */
export function ApiCallForm({ step, edit }: FormProps<'api-call'>) {
  return (
    <Stack gap="sm">
      <AddressFields step={step} edit={edit} />
      <Textarea
        label={wordings.api.headers}
        description={wordings.api.oneALine}
        value={step.headers}
        onChange={(event) => edit({ headers: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={2}
        maxLength={8000}
      />
      <NativeSelect
        label={wordings.api.contentType}
        data={API_CONTENT_TYPES.map((type) => ({ value: type, label: wordings.api.contentTypes[type] }))}
        value={step.contentType}
        onChange={(event) => edit({ contentType: event.currentTarget.value as ApiContentType })}
      />
      <Textarea
        label={wordings.api.body}
        description={step.verb === 'GET' ? wordings.api.getRequestsDontSend : undefined}
        value={step.body}
        onChange={(event) => edit({ body: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={3}
        maxLength={16_000}
      />
      <Textarea
        label={wordings.api.form}
        description={wordings.api.fieldsOneALine}
        value={step.form}
        onChange={(event) => edit({ form: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={2}
        maxLength={16_000}
      />
      <Input.Wrapper label={wordings.api.resultAction} labelElement="div">
        <SegmentedControl
          fullWidth
          classNames={{ innerLabel: classes.wraps ?? '' }}
          aria-label={wordings.api.resultAction}
          data={[
            { value: 'send', label: wordings.api.sendTheResult },
            { value: 'store', label: wordings.api.storeTheResult },
          ]}
          value={step.resultAction}
          onChange={(action) => edit({ resultAction: action === 'store' ? 'store' : 'send' })}
        />
      </Input.Wrapper>
    </Stack>
  );
}

/** Verb, address, path and port. */
function AddressFields({ step, edit }: Pick<FormProps<'api-call'>, 'step' | 'edit'>) {
  return (
    <>
      <Group gap="xs" align="end" wrap="nowrap">
        <NativeSelect
          label={wordings.api.verb}
          data={[...API_VERBS]}
          value={step.verb}
          onChange={(event) => edit({ verb: event.currentTarget.value as Verb })}
          w={104}
        />
        <div className={classes.grow}>
          <TokenInput
            label={wordings.api.url}
            placeholder={wordings.api.httpsApiExampleCom}
            value={step.url}
            onChange={(url) => edit({ url }, 'after-pause')}
            maxLength={2000}
          />
        </div>
      </Group>
      <Group gap="xs" align="end" wrap="nowrap">
        <div className={classes.grow}>
          <TokenInput
            label={wordings.api.path}
            placeholder={wordings.api.ordersLatest}
            value={step.path}
            onChange={(path) => edit({ path }, 'after-pause')}
            maxLength={2000}
          />
        </div>
        <NumberInput
          label={wordings.api.port}
          placeholder={wordings.api.default}
          value={step.port === 0 ? '' : step.port}
          onChange={(port) => edit({ port: Number(port) || 0 }, 'after-pause')}
          min={0}
          max={65_535}
          clampBehavior="strict"
          allowDecimal={false}
          hideControls
          w={104}
        />
      </Group>
    </>
  );
}
