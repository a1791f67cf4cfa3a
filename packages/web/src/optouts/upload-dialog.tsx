import { Button, FileInput, Group, List, Modal, Stack, Switch, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { countryOfZone } from '@parley/rules/listed-phone.ts';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useZone } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import { CountrySelect } from '../kit/country-select.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { wordings } from './wordings.ts';

type Result = ReplyOf<typeof calls.optouts.upload>;

/** Opts out every number of a file, and says what became of them. */
export function UploadDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [isLog, setIsLog] = useState(false);
  const ofAccount = countryOfZone(useZone());
  const [chosen, setChosen] = useState('');
  const country = chosen || ofAccount;
  const upload = useAction(calls.optouts.upload, {
    ...(file && { send: { file } }),
    invalidates: [calls.optouts.list, calls.members.list, calls.lists.info],
    // It stands at the file.
    onFailure: () => undefined,
  });
  const { data: result } = upload;
  const close = () => {
    setFile(null);
    setIsLog(false);
    setChosen('');
    upload.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Upload numbers to suppress">
      {result ? (
        <Stack>
          <Outcome result={result} />
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Text>
            {isLog
              ? 'A CSV file with a column for the sender and one for the text, as carriers export them. Whoever wrote STOP, or the like, last is opted out; everybody else stays as they are.'
              : 'A CSV file with a column of phone numbers. Every number in it is opted out, contact or not, and only the person can take that back.'}
          </Text>
          <FileInput
            label="CSV file"
            placeholder="Choose a file"
            accept=".csv,.txt,text/csv,text/plain"
            leftSection={<IconFileTypeCsv size={16} />}
            value={file}
            onChange={setFile}
            error={upload.error && wordsOf(upload.error)}
            clearable
          />
          <CountrySelect label={wordings.upload.country} value={country} onChange={setChosen} />
          <Switch
            label="It is a carrier’s log of texts"
            description="For opt-outs that came while this server was away, or after the backup it was put back from."
            checked={isLog}
            onChange={(event) => setIsLog(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              onClick={() => upload.mutate({ isLog, country })}
              loading={upload.isPending}
              disabled={!file}
            >
              {isLog ? 'Opt out who wrote STOP' : 'Opt these numbers out'}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Outcome({ result: { added, known, invalid, problems, others, doubtful } }: { result: Result }) {
  return (
    <div role="status">
      <Text fw={600}>
        {formatNumber(added)} {added === 1 ? 'number is' : 'numbers are'} opted out now.
      </Text>
      {known > 0 && <Text>{formatNumber(known)} had been opted out before.</Text>}
      {others > 0 && (
        <Text>
          {formatNumber(others)} {others === 1 ? 'text says' : 'texts say'} nothing of it.
        </Text>
      )}
      {doubtful.length > 0 && (
        <>
          <Text>Please read these yourself, and record those that mean it:</Text>
          <List size="sm" withPadding>
            {doubtful.map(({ row, value }) => (
              <List.Item key={row}>{value}</List.Item>
            ))}
          </List>
        </>
      )}
      {invalid > 0 && (
        <Text>
          {formatNumber(invalid)} {invalid === 1 ? 'row has' : 'rows have'} no phone number that can be read:{' '}
          {problems
            .slice(0, 5)
            .map(({ row, value }) => `row ${row} (${value.slice(0, 40)})`)
            .join(', ')}
          {invalid > 5 ? ' …' : '.'}
        </Text>
      )}
    </div>
  );
}
