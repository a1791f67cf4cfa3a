import { Group, Input, NativeSelect, NumberInput, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { API_CONTENT_TYPES, API_VERBS } from '@parley/engine/flow.ts';
import type { FormProps } from './form.ts';
import classes from './steps.module.css';
import { TokenInput } from './token-input.tsx';

type Verb = (typeof API_VERBS)[number];
type ContentType = (typeof API_CONTENT_TYPES)[number];

/** API: asks another system and sends or keeps what it answers. */
export function ApiForm({ step, edit }: FormProps<'API'>) {
  return (
    <Stack gap="sm">
      <Group gap="xs" align="end" wrap="nowrap">
        <NativeSelect
          label="Verb"
          data={[...API_VERBS]}
          value={step.verb}
          onChange={(event) => edit({ verb: event.currentTarget.value as Verb })}
          w={104}
        />
        <div className={classes.grow}>
          <TokenInput
            label="URL"
            placeholder="https://api.example.com"
            value={step.url}
            onChange={(url) => edit({ url }, 'after-pause')}
            maxLength={2000}
          />
        </div>
      </Group>
      <Group gap="xs" align="end" wrap="nowrap">
        <div className={classes.grow}>
          <TokenInput
            label="Path"
            placeholder="/orders/latest"
            value={step.path}
            onChange={(path) => edit({ path }, 'after-pause')}
            maxLength={2000}
          />
        </div>
        <NumberInput
          label="Port"
          placeholder="Default"
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
      <Textarea
        label="Headers"
        description="One a line, as Name: value"
        value={step.headers}
        onChange={(event) => edit({ headers: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={2}
        maxLength={8000}
      />
      <NativeSelect
        label="Content type"
        data={[...API_CONTENT_TYPES]}
        value={step.contentType}
        onChange={(event) => edit({ contentType: event.currentTarget.value as ContentType })}
      />
      <Textarea
        label="Body"
        description={step.verb === 'GET' ? 'A GET sends neither body nor form.' : undefined}
        value={step.body}
        onChange={(event) => edit({ body: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={3}
        maxLength={16_000}
      />
      <Textarea
        label="Form"
        description="Fields, one a line, as name: value; sent when the body is empty"
        value={step.form}
        onChange={(event) => edit({ form: event.currentTarget.value }, 'after-pause')}
        autosize
        minRows={2}
        maxLength={16_000}
      />
      <Input.Wrapper label="Result action" labelElement="div">
        <SegmentedControl
          fullWidth
          classNames={{ innerLabel: classes.wraps ?? '' }}
          aria-label="Result action"
          data={[
            { value: 'SEND', label: 'Send the result to the user' },
            { value: 'STORE', label: 'Store the result' },
          ]}
          value={step.resultAction}
          onChange={(action) => edit({ resultAction: action === 'STORE' ? 'STORE' : 'SEND' })}
        />
      </Input.Wrapper>
    </Stack>
  );
}
