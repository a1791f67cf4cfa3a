/**
 * Dialogs, drawers and menus, and how somebody gets to them from a screen, for tests that look at all of
 * them.
 */
import type { Page } from 'playwright-core';

/**
 * Accessible names of what is pressed one after the other, menu items too, on a screen of `screens.ts`. The
 * last one opens it.
 */
export const DIALOGS: readonly { screen: string; press: readonly (string | RegExp)[] }[] = [
  { screen: 'campaigns', press: [/^Options for Spring sale/] },
  { screen: 'campaigns', press: [/^Options for Spring sale/, 'Delete'] },
  { screen: 'flow-editor', press: ['Ready'] },
  { screen: 'flow-editor', press: ['Campaign options'] },
  { screen: 'flow-editor', press: ['Campaign options', 'Copy steps…'] },
  { screen: 'flow-editor', press: ['Campaign options', 'Save as template…'] },
  { screen: 'flow-editor', press: ['Publish'] },
  { screen: 'flow-editor', press: ['Versions'] },
  { screen: 'flow-editor', press: ['Insert a step at position 1'] },
  { screen: 'flow-editor', press: ['Options for step 1'] },
  { screen: 'blast-live', press: ['Cancel'] },
  { screen: 'blast-live', press: ['3 people: Waiting'] },
  { screen: 'lists', press: ['List Options', 'Add List'] },
  { screen: 'lists', press: ['Options for Newsletter', 'Rename'] },
  { screen: 'lists', press: ['Options for Newsletter', 'Delete'] },
  { screen: 'members', press: ['Options', 'Add member'] },
  { screen: 'members', press: [/^Options for \(212\)/, 'Copy to another list'] },
  { screen: 'members', press: [/^Options for \(212\)/, 'Remove from this list'] },
  { screen: 'member', press: ['Options', 'Erase this person…'] },
  { screen: 'tags', press: ['Add Tag'] },
  { screen: 'tags', press: ['Options for First name', 'Rename'] },
  { screen: 'tags', press: ['Options for First name', 'Delete'] },
  { screen: 'opt-outs', press: ['Options', 'Upload numbers to opt out'] },
  { screen: 'opt-outs', press: ['Record an opt-out'] },
  { screen: 'automata', press: ['Add Automata'] },
  { screen: 'automata', press: ['Delete Every Monday'] },
  { screen: 'automata', press: ['Options for Every Monday', 'Rename'] },
  { screen: 'reports', press: ['Options for Week by week', 'Delete'] },
  { screen: 'report-builder', press: [/^Date range/] },
  { screen: 'report-builder', press: ['+'] },
  { screen: 'report-builder', press: ['Save'] },
  { screen: 'conversation', press: ['Assign'] },
  { screen: 'conversation', press: ['Canned answers', 'Manage canned answers'] },
  { screen: 'channels', press: ['Options for Main number', 'Delete'] },
  { screen: 'credentials', press: [/^Options for/] },
  { screen: 'welcome', press: ['Account menu'] },
  { screen: 'welcome', press: [/^Search or go to/] },
];

/** What is open above the screen. */
export const OPENED = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Presses one after the other, and waits until what that opens stands still. */
export async function openDialog(page: Page, press: readonly (string | RegExp)[]): Promise<void> {
  for (const name of press) {
    const within = (await page.locator(OPENED).filter({ visible: true }).count()) > 0;
    const item = page.getByRole('menuitem', { name }).or(page.getByRole('option', { name }));
    await (within ? item : page.getByRole('button', { name, exact: true })).first().click();
    await page.locator(OPENED).filter({ visible: true }).first().waitFor();
  }
}
