/**
 * Parley's look: one accent, neutral greys, 4-px steps, 8-px corners, readable contrast in light and dark.
 */
import {
  Autocomplete,
  Badge,
  Button,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Fieldset,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  MultiSelect,
  Notification,
  PasswordInput,
  Select,
  Skeleton,
  Table,
  TagsInput,
  Tooltip,
} from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import type { KeyboardEvent, MouseEvent } from 'react';
import { CHOICES_SHOWN, matchingOptions } from './options-filter.ts';
import { wordings } from './wordings.ts';

const accent: MantineColorsTuple = [
  '#ecf8f5',
  '#d6efe9',
  '#abdfd4',
  '#7ccdbd',
  '#53bba8',
  '#2ea592',
  '#14806f',
  '#0d6e63',
  '#0b5a51',
  '#08463f',
];

/** For what destroys or has failed; readable as text and under white text. */
const red: MantineColorsTuple = [
  '#fdf0f0',
  '#fbdcdc',
  '#f5b5b6',
  '#ee8b8d',
  '#e6676a',
  '#dc484d',
  '#c4323a',
  '#b4232b',
  '#94181f',
  '#721016',
];

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f1f3',
  '#e4e6e9',
  '#d3d6db',
  '#b6bac1',
  '#8f959e',
  '#62666d',
  '#484c53',
  '#2e3136',
  '#1b1d20',
];

/**
 * Text, text, dimmed …, card, page, deeper. Mantine reads 0 as the text and 7 as the page of the dark scheme.
 */
const dark: MantineColorsTuple = [
  '#e3e5e8',
  '#c4c8cd',
  '#9aa1aa',
  '#6d747d',
  '#3b4047',
  '#2b2f35',
  '#1e2125',
  '#16181b',
  '#111315',
  '#0b0c0d',
];

/** The accent as text and lines, readable on page, card and its own soft ground. */
export const accentText = { light: '#0d6e63', dark: '#62cfbd' } as const;

const dialogTitle = { fontSize: 16, fontWeight: 600, lineHeight: '24px' };

/** Marks fields whose values are typed: none of them offers a list (app/list-pickers.ts). */
const LISTLESS = { 'data-listless': true };

/** What was typed and Enter choose the first that holds it; where none does, that is said. */
const WORDS_AND_ENTER = {
  selectFirstOptionOnChange: true,
  nothingFoundMessage: wordings.optionsFilter.nothing,
};

/**
 * Mantine hears Escape in a calendar only once the focus has come into it, which is a moment after it opened.
 */
function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Escape' && currentTarget.getAttribute('aria-expanded') === 'true') currentTarget.click();
}

/**
 * A field that is clicked to choose another takes what is typed for a search of its own: else it would come
 * into the middle of the name that is chosen, and nothing would be found.
 */
function selectWords({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly && !currentTarget.hasAttribute('data-expanded')) currentTarget.select();
}

export const theme = createTheme({
  primaryColor: 'teal',
  colors: { teal: accent, red, gray, dark },
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji'",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace",
  // Two text sizes a screen: 14 px for everything, the title's for titles; 12 px only inside badges and chart
  // axes.
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(0 0 0 / 6%)',
    sm: '0 1px 2px rgb(0 0 0 / 5%), 0 2px 8px rgb(0 0 0 / 5%)',
    md: '0 2px 4px rgb(0 0 0 / 5%), 0 8px 24px rgb(0 0 0 / 10%)',
  },
  components: {
    // Words as they are written everywhere else: capitals shout, and 11 px are too small.
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 500, fz: 12 } }),
    // Mantine's smallest button is 22 px high, less than a target may be beside others (WCAG 2.5.8).
    Button: Button.extend({
      vars: (_theme, { size }) => ({ root: size === 'compact-xs' ? { '--button-height': '24px' } : {} }),
    }),
    // A closed list of options bears its field's label too, so that the label would name two things; and 200
    // hidden options cost time.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    // A group of choices is headed like a field; a frame with words in its line looks like nothing else here.
    Fieldset: Fieldset.extend({
      defaultProps: { variant: 'unstyled' },
      styles: { legend: { marginBottom: 12, fontWeight: 500 } },
    }),
    // Explanations below the field keep the fields of a row in one line. A label is its words alone; base.css
    // marks what is required.
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
    }),
    Menu: Menu.extend({
      // The placeholder is a focusable child that no menu may have.
      defaultProps: {
        shadow: 'md',
        withinPortal: true,
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
      },
    }),
    // By its name: its package comes with the screens that need it.
    DatePickerInput: { defaultProps: { onKeyDown: closeByEscape } },
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: { 'aria-label': wordings.theme.close } },
      styles: { title: dialogTitle },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': wordings.theme.close },
        // Else the title's <header> counts as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: dialogTitle },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': wordings.theme.dismiss } },
    }),
    // The button must not be taken for the field: only one of the two is called password.
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': wordings.theme.showPassword } },
    }),
    // Opened by a click, by typing or by an arrow key: by the focus alone it would lie over the buttons of a
    // dialog that begins with it.
    Select: Select.extend({
      defaultProps: {
        maxDropdownHeight: SCREEN.menuMaxHeight,
        openOnFocus: false,
        filter: matchingOptions,
        limit: CHOICES_SHOWN,
        ...WORDS_AND_ENTER,
        onClick: selectWords,
        scrollAreaProps: { type: 'auto' },
      },
    }),
    MultiSelect: MultiSelect.extend({
      defaultProps: {
        openOnFocus: false,
        filter: matchingOptions,
        limit: CHOICES_SHOWN,
        ...WORDS_AND_ENTER,
      },
    }),
    TagsInput: TagsInput.extend({ defaultProps: { openOnFocus: false, ...LISTLESS } }),
    Autocomplete: Autocomplete.extend({
      defaultProps: { openOnFocus: false, filter: matchingOptions, limit: CHOICES_SHOWN },
    }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
    Table: Table.extend({ defaultProps: { borderColor: 'var(--parley-line)' } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
});

/**
 * Mantine's own dimmed text, links, error and placeholder colours and the lines of fields miss AA contrast;
 * these meet it on page and card.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#62666d',
    '--mantine-color-placeholder': '#6b7078',
    '--mantine-color-anchor': accentText.light,
    '--mantine-color-error': '#c4262e',
    '--mantine-color-text': '#1b1d20',
    '--parley-page': '#f7f8f9',
    '--parley-card': '#ffffff',
    '--parley-line': '#e4e6e9',
    '--parley-field-line': '#8a9099',
    '--parley-hover': '#f0f1f3',
    '--parley-accent-soft': '#e3f5f1',
    '--parley-accent-text': accentText.light,
    '--parley-warning-text': '#8a5200',
    '--parley-warning-soft': '#fdf3e0',
    '--parley-danger-text': '#b4232b',
    '--parley-danger-soft': '#fdecec',
  },
  dark: {
    '--mantine-color-dimmed': '#9aa1aa',
    '--mantine-color-placeholder': '#8d949d',
    '--mantine-color-anchor': accentText.dark,
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-body': '#1e2125',
    // Mantine's is the card's own colour: what is disabled would look like plain words.
    '--mantine-color-disabled': '#2b2f35',
    '--mantine-color-disabled-color': '#868d96',
    '--parley-page': '#16181b',
    '--parley-card': '#1e2125',
    '--parley-line': '#2f343a',
    '--parley-field-line': '#6d747d',
    '--parley-hover': '#262a2f',
    '--parley-accent-soft': '#14332f',
    '--parley-accent-text': accentText.dark,
    '--parley-warning-text': '#f0b95c',
    '--parley-warning-soft': '#35290f',
    '--parley-danger-text': '#ff9c9c',
    '--parley-danger-soft': '#3a1b1d',
  },
});
