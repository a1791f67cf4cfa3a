import { Button, FileInput, Group, List, Modal, Stack, Switch, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { countryOfZone } from '@parley/rules/listed-phone.ts';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useZone } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import { CountrySelect } from '../kit/country-select.tsx';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

/** Rows without a phone number that are named. */
const NAMED = 5;

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
    <Modal opened={opened} onClose={close} title={wordings.shared.uploadNumbersToSuppress}>
      {result ? (
        <Stack>
          <Outcome result={result} />
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              {common.done}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Text>{isLog ? wordings.uploadDialog.aCsvFileWithOne : wordings.uploadDialog.aCsvFile}</Text>
          <FileInput
            label={wordings.uploadDialog.csvFile}
            placeholder={wordings.uploadDialog.chooseAFile}
            accept=".csv,.txt,text/csv,text/plain"
            leftSection={<IconFileTypeCsv size={16} />}
            value={file}
            onChange={setFile}
            error={upload.error && wordsOf(upload.error)}
            clearable
          />
          <CountrySelect label={wordings.upload.country} value={country} onChange={setChosen} />
          <Switch
            label={wordings.uploadDialog.thisIsACarriersMessage}
            description={wordings.uploadDialog.forOptOutsThatCame}
            checked={isLog}
            onChange={(event) => setIsLog(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button
              onClick={() => upload.mutate({ isLog, country })}
              loading={upload.isPending}
              disabled={!file}
            >
              {isLog
                ? wordings.uploadDialog.optOutEveryoneWhoTexted
                : wordings.uploadDialog.optTheseNumbersOut}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Outcome({ result: { added, known, invalid, problems, others, doubtful } }: { result: Result }) {
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{wordings.uploadDialog.optedOutNow(added)}</Text>
      {known > 0 && <Text>{wordings.uploadDialog.hadAlreadyOptedOut(known)}</Text>}
      {others > 0 && <Text>{wordings.uploadDialog.nothingOfIt(others)}</Text>}
      {doubtful.length > 0 && (
        <>
          <Text>{wordings.uploadDialog.pleaseReadTheseYourself}</Text>
          <List size="sm" withPadding>
            {doubtful.map(({ row, value }) => (
              <List.Item key={row}>{value}</List.Item>
            ))}
          </List>
        </>
      )}
      {invalid > 0 && (
        <Text>
          {wordings.uploadDialog.noPhoneNumber(
            invalid,
            problems
              .slice(0, NAMED)
              .map(({ row, value }) => wordings.uploadDialog.row(row, value.slice(0, 40)))
              .join(', '),
            invalid > NAMED,
          )}
        </Text>
      )}
    </Stack>
  );
}
