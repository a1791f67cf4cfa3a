import { Combobox, type FloatingPosition, useCombobox } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import classes from './pick-list.module.css';
import { wordings } from './wordings.ts';

type Choice = { key: string; show: ReactNode; pick: () => void };

type PickListProps = {
  /** Opens the list; gets `onClick`. */
  button: (toggle: () => void) => ReactElement;
  /** What the typed words leave of it (`holdsTyped`), in groups with or without a name. */
  groups: (typed: string) => { label: string; picks: Choice[] }[];
  /** What it lists, e.g. 'Values'. */
  name: string;
  /** Shown where there is nothing to pick. */
  nothing: string;
  position?: FloatingPosition;
};

/** A button that opens a list to pick from, with a search above it: a menu may hold no field. */
export function PickList({ button, groups, name, nothing, position = 'bottom-end' }: PickListProps) {
  const [words, setWords] = useState('');
  const id = useId();
  const list = useCombobox({
    onDropdownOpen: () => list.focusSearchInput(),
    onDropdownClose: (by) => {
      setWords('');
      list.resetSelectedOption();
      if (by === 'keyboard') list.focusTarget();
    },
  });
  const { selectFirstOption } = list;
  // Words and Enter pick the first that has them.
  useEffect(() => {
    if (words !== '') selectFirstOption();
  }, [words, selectFirstOption]);
  const shown = groups(words).filter(({ picks }) => picks.length > 0);
  const all = shown.flatMap(({ picks }) => picks);
  return (
    <Combobox
      store={list}
      width={300}
      position={position}
      shadow="md"
      onOptionSubmit={(key) => {
        list.closeDropdown();
        // A dialog that opens now gives the focus back to what had it: the search goes.
        list.targetRef.current?.focus();
        all.find((each) => each.key === key)?.pick();
      }}
    >
      <Combobox.Target targetType="button">{button(() => list.toggleDropdown())}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          // Inside a field it would take the field's id, and with it its label.
          withAria={false}
          role="combobox"
          aria-expanded
          aria-controls={id}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          placeholder={wordings.pickList.search(name.toLowerCase())}
          aria-label={wordings.pickList.search(name.toLowerCase())}
        />
        <Combobox.Options id={id} aria-label={name} mah={SCREEN.menuMaxHeight} className={classes.options}>
          {shown.map(({ label, picks }) => (
            <Combobox.Group key={picks[0]?.key} label={label}>
              {picks.map(({ key, show }) => (
                <Combobox.Option key={key} value={key}>
                  {show}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {all.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
