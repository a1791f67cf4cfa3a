/** Fields that choose something that exists: a step, a tag, a list, a campaign. */
import { Button, Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Call, calls, type FieldMap } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { wordsOf } from '../../data/toasts.ts';
import { useAction } from '../../data/use-call.ts';
import { NameDialog } from '../../kit/dialogs.tsx';
import { CHOICES_WITHOUT_SEARCH } from '../../kit/options-filter.ts';
import { common } from '../../kit/wordings.ts';
import { useAccountThings } from '../store/use-account-things.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';
import { titleOf } from './looks.ts';
import { BRANCH_TYPES, type BranchType } from './new-branch.ts';
import classes from './steps.module.css';
import { wordings } from './wordings.ts';

type Option = { value: string; label: string };

/** A chosen id that is gone stays visible as what it is. */
function withMissing(options: Option[], value: string, what: string): Option[] {
  const isKnown = value === '' || value === '0' || options.some((option) => option.value === value);
  return isKnown ? options : [...options, { value, label: wordings.pickers.aThatWasDeleted(what) }];
}

type StepSelectProps = {
  label: string;
  value: number;
  onChange: (step: number) => void;
  /** What 0 means here. */
  none?: string;
  /** In a line of text: small, its label only for those who hear it. */
  isInLine?: boolean;
  /** Chosen instead: a new step of its own. */
  onNew?: ((type: BranchType) => void) | false;
};

/** A step to go on with. */
export function StepSelect({ none = wordings.shared.defaultNextStep, onNew, ...props }: StepSelectProps) {
  const [isOpen, setOpen] = useState(false);
  // While it is closed it shows one step, and a change of another one is no news.
  const steps = useFlowState(
    useShallow((state) => (isOpen ? state.steps : state.steps.filter(({ id }) => id === props.value))),
  );
  const isLong = useFlowState((state) => state.steps.length > CHOICES_WITHOUT_SEARCH);
  const options = steps.map((step) => ({ value: String(step.id), label: numbered(step) }));
  const value = String(props.value);
  const known = [{ value: '0', label: none }, ...withMissing(options, value, 'step')];
  const choose = (chosen: string) => {
    const type = BRANCH_TYPES.find((each) => each === chosen);
    if (type && onNew) onNew(type);
    else props.onChange(Number(chosen));
  };
  return (
    <Select
      label={props.isInLine ? undefined : props.label}
      aria-label={props.label}
      data={
        onNew
          ? [
              { group: wordings.ways.aNewStep, items: BRANCH_TYPES.map((type) => newStepOption(type)) },
              { group: wordings.ways.aStepThatIsThere, items: known },
            ]
          : known
      }
      value={value}
      onChange={(chosen) => choose(chosen ?? '0')}
      allowDeselect={false}
      searchable={isLong}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      {...(props.isInLine && {
        size: 'xs',
        className: classes.inLine ?? '',
        comboboxProps: WIDE,
        classNames: IN_LINE,
      })}
    />
  );
}

/** A list of steps has the room to name them, however small its field is. */
const WIDE = { width: 'max-content' as const, position: 'bottom-start' as const };
const IN_LINE = { dropdown: classes.inLineChoices ?? '' };

const newStepOption = (type: BranchType) => ({ value: type, label: wordings.ways.add[type] });

/** '5. Thanks for your order' */
export const numbered = (step: Step) => `${step.position}. ${titleOf(step)}`;

type CampaignSelectProps = { label: string; value: number; onChange: (campaign: number) => void };

/** Another campaign; never the one that is open. */
export function CampaignSelect({ label, value, onChange }: CampaignSelectProps) {
  const { campaigns, ready } = useAccountThings();
  const { campaign: own } = useFlow();
  const options = campaigns
    .filter(({ id }) => id !== own)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label={label}
      placeholder={common.chooseACampaign}
      data={ready ? withMissing(options, String(value), 'campaign') : options}
      value={value > 0 ? String(value) : null}
      onChange={(chosen) => onChange(Number(chosen ?? 0))}
      searchable
      clearable
      nothingFoundMessage={common.noMatchingCampaign}
    />
  );
}

type ListSelectProps = { value: number; onChange: (list: number) => void };

/** A subscriber list, with a way to add one. */
export function ListSelect({ value, onChange }: ListSelectProps) {
  const { lists, ready } = useAccountThings();
  const options = lists.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Group align="end" gap="xs">
      <Select
        label={wordings.pickers.subscriberList}
        placeholder={common.chooseAList}
        data={ready ? withMissing(options, String(value), 'list') : options}
        value={value > 0 ? String(value) : null}
        onChange={(chosen) => onChange(Number(chosen ?? 0))}
        searchable
        clearable
        nothingFoundMessage={common.noMatchingList}
        flex="1 1 220px"
      />
      <AddNamed
        title={common.addList}
        label={common.listName}
        call={calls.lists.add}
        listed={calls.lists.list}
        onAdded={(id) => onChange(id)}
      />
    </Group>
  );
}

type TagSelectProps = { value: string; onChange: (tag: string) => void };

/** A tag by its name, with a way to add one. */
export function TagSelect({ value, onChange }: TagSelectProps) {
  const { tags, ready } = useAccountThings();
  const options = tags.map(({ name }) => ({ value: name, label: name }));
  const known = tags.find(({ name }) => name.toLowerCase() === value.toLowerCase());
  const missing = value !== '' && !known && ready;
  return (
    <Group align="end" gap="xs">
      <Select
        label={common.tag}
        placeholder={common.chooseATag}
        data={missing ? [...options, { value, label: `${value} (deleted)` }] : options}
        value={known?.name ?? (value === '' ? null : value)}
        onChange={(chosen) => onChange(chosen ?? '')}
        searchable
        clearable
        nothingFoundMessage={common.noMatchingTag}
        flex="1 1 220px"
      />
      <AddNamed
        title={wordings.pickers.addTag}
        label={wordings.pickers.tagName}
        call={calls.tags.add}
        listed={calls.tags.list}
        onAdded={(_id, name) => onChange(name)}
      />
    </Group>
  );
}

type AddNamedProps = {
  /** 'Add Tag', 'Add List': the button and the dialog. */
  title: string;
  label: string;
  call: typeof calls.tags.add | typeof calls.lists.add;
  listed: Call<FieldMap, FieldMap>;
  onAdded: (id: number, name: string) => void;
};

function AddNamed({ title, label, call, listed, onAdded }: AddNamedProps) {
  const [opened, dialog] = useDisclosure(false);
  const [error, setError] = useState('');
  const add = useAction(call, {
    invalidates: [listed],
    onSuccess: ({ id }, { name }) => {
      dialog.close();
      onAdded(id, name.trim());
    },
    onFailure: (failure) => setError(wordsOf(failure)),
  });
  const open = () => {
    setError('');
    dialog.open();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open} flex="none">
        {title}
      </Button>
      <NameDialog
        opened={opened}
        onClose={dialog.close}
        title={title}
        label={label}
        confirmLabel={common.addNow}
        onConfirm={(name) => add.mutate({ name })}
        busy={add.isPending}
        error={error}
      />
    </>
  );
}
