import {
  Group,
  Input,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import { API_CONTENT_TYPES, API_RETRY_CAUSES, API_VERBS, type ApiContentType } from '@parley/engine/flow.ts';
import { API_STEP_LIMITS } from '@parley/rules/limits.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Fold } from '../fold.tsx';
import type { FormProps } from '../form.ts';
import { useNewBranch } from '../new-branch.ts';
import { StepSelect } from '../pickers.tsx';
import classes from '../steps.module.css';
import { TokenInput } from '../token-input.tsx';
import { wordings } from '../wordings.ts';
import { ApiPicks } from './api-picks.tsx';
import { TestCall } from './test-call.tsx';

type Verb = (typeof API_VERBS)[number];

/** API: asks another system and sends or keeps what it answers. */
export function ApiCallForm({ step, edit }: FormProps<'api-call'>) {
  return (
    <Stack gap="sm">
      <Stack gap="sm" data-field="url">
        <AddressFields step={step} edit={edit} />
      </Stack>
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
      <ErrorPath step={step} edit={edit} />
      <ApiPicks step={step} edit={edit} />
      <Tries step={step} edit={edit} />
      <Fold title={wordings.apiTest.title}>
        <TestCall step={step} edit={edit} />
      </Fold>
    </Stack>
  );
}

type PartProps = Pick<FormProps<'api-call'>, 'step' | 'edit'>;

/** Where people go whose call came to nothing. */
function ErrorPath({ step, edit }: PartProps) {
  const newBranch = useNewBranch();
  return (
    <div data-field="onError">
      <StepSelect
        label={wordings.api.whenItFails}
        value={step.onError ?? 0}
        onChange={(onError) => edit({ onError: onError || undefined })}
        none={wordings.api.asIfItHadWorked}
        onNew={
          newBranch !== null &&
          ((type) =>
            newBranch(type, {
              upToThis: [],
              link: (from, onError) => (from.type === 'api-call' ? { ...from, onError } : from),
            }))
        }
      />
      <Text c="dimmed" size="sm" mt={4}>
        {wordings.api.failedMeans}
      </Text>
    </div>
  );
}

const RETRIES = Array.from({ length: API_STEP_LIMITS.retries + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? wordings.api.noFurtherTry : wordings.api.furtherTries(count),
}));
const CAUSES = API_RETRY_CAUSES.map((cause) => ({ value: cause, label: wordings.api.retryOn[cause] }));
/** Made twice they may do something twice. */
const MAY_DO_IT_TWICE: readonly Verb[] = ['POST', 'PATCH'];

/** How often a failed call is made again, and on what. */
function Tries({ step, edit }: PartProps) {
  const { retries = 0, retryOn = 'trouble', isRepeatable = false, verb } = step;
  return (
    <Fold
      title={wordings.api.triesTitle}
      summary={retries === 0 ? wordings.api.noFurtherTry : wordings.api.triesSummary(retries)}
    >
      <Stack gap="sm">
        <NativeSelect
          label={wordings.api.tryAgain}
          description={wordings.api.pauses}
          data={RETRIES}
          value={String(retries)}
          onChange={(event) => edit({ retries: Number(event.currentTarget.value) || undefined })}
        />
        {retries > 0 && (
          <NativeSelect
            label={wordings.api.tryAgainOn}
            data={CAUSES}
            value={retryOn}
            onChange={(event) =>
              edit({ retryOn: event.currentTarget.value === 'no-answer' ? 'no-answer' : undefined })
            }
          />
        )}
        {verb !== 'GET' && (
          <div>
            <Switch
              label={wordings.api.isRepeatable}
              checked={isRepeatable}
              onChange={(event) => edit({ isRepeatable: event.currentTarget.checked || undefined })}
            />
            <Text c="dimmed" size="sm" mt={4}>
              {wordings.api.repeatableMeans}
            </Text>
          </div>
        )}
        {retries > 0 && !isRepeatable && MAY_DO_IT_TWICE.includes(verb) && (
          <Notice tone="warning">{wordings.api.notRepeated(verb)}</Notice>
        )}
      </Stack>
    </Fold>
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
