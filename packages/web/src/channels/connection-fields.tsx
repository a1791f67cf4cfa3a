import { Collapse, PasswordInput, Select, Switch, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CONNECTION_FIELDS, type ConnectionField, type ConnectionKind } from '@parley/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { showTyped } from '../kit/show-typed.ts';
import classes from './connection.module.css';
import { FIELD_WORDS } from './connection-words.ts';
import { wordings } from './wordings.ts';

type FieldsProps = {
  kind: ConnectionKind;
  values: Record<string, string>;
  /** Secrets that are stored. */
  secrets: readonly string[];
  errors: Record<string, string>;
  onChange: (name: string, value: string) => void;
};

/** The settings of one kind; the rare ones folded away. */
export function ConnectionFields({ kind, ...rest }: FieldsProps) {
  const isShown = (name: string) => {
    const { needs } = FIELD_WORDS[kind][name] ?? {};
    return needs === undefined || rest.values[needs] === '1' || rest.errors[name] !== undefined;
  };
  const names = Object.keys(FIELD_WORDS[kind]).filter(isShown);
  const rare = names.filter((name) => FIELD_WORDS[kind][name]?.advanced);
  const wrong = rare.some((name) => rest.errors[name]);
  const [opened, { toggle }] = useDisclosure(false);
  const shown = opened || wrong;
  const fieldOf = (name: string) => <OneField key={name} kind={kind} name={name} {...rest} />;
  return (
    <>
      <div className={classes.fields}>{names.filter((name) => !rare.includes(name)).map(fieldOf)}</div>
      {rare.length > 0 && (
        <div>
          <UnstyledButton className={classes.more} onClick={toggle} aria-expanded={shown}>
            <IconChevronRight size={16} data-open={shown || undefined} aria-hidden />
            {wordings.connectionFields.moreSettings}
          </UnstyledButton>
          <Collapse expanded={shown}>
            <div className={classes.fields} data-rare>
              {rare.map(fieldOf)}
            </div>
          </Collapse>
        </div>
      )}
    </>
  );
}

function OneField({ kind, name, values, secrets, errors, onChange }: FieldsProps & { name: string }) {
  const field = CONNECTION_FIELDS[kind][name] as ConnectionField;
  const { label = name, help, placeholder, choices = {} } = FIELD_WORDS[kind][name] ?? {};
  const value = values[name] ?? field.default;
  const stored = secrets.includes(name);
  const common = {
    label,
    description: help,
    placeholder,
    error: errors[name],
    required: field.required === true && !stored,
  };
  const typed = { ...common, value, maxLength: field.longest };
  const take = (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value);
  switch (field.type) {
    case 'secret':
      return (
        <PasswordInput
          {...typed}
          onChange={take}
          autoComplete="new-password"
          visibilityToggleButtonProps={showTyped(label)}
          placeholder={stored ? wordings.connectionFields.savedTypeToReplace : ''}
        />
      );
    case 'flag':
      return (
        <Switch
          label={label}
          description={help}
          checked={value === '1'}
          onChange={(event) => onChange(name, event.currentTarget.checked ? '1' : '0')}
          className={classes.flag}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          value={value}
          data={(field.choices ?? []).map((each) => ({ value: each, label: choices[each] ?? each }))}
          onChange={(next) => next !== null && onChange(name, next)}
          allowDeselect={false}
        />
      );
    case 'lines':
      return (
        <Textarea {...typed} onChange={take} autosize minRows={2} maxRows={12} className={classes.lines} />
      );
    default:
      return (
        <TextInput
          {...typed}
          onChange={take}
          inputMode={field.type === 'number' ? 'numeric' : undefined}
          spellCheck={false}
          autoComplete="off"
        />
      );
  }
}
