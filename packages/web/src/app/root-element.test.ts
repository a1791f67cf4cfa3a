import { expect, test } from 'vitest';

document.body.innerHTML = '<div id="root"></div>';
const { readRoot } = await import('./root-element.ts');

function root(data: Record<string, string>) {
  const element = document.createElement('div');
  Object.assign(element.dataset, data);
  const { element: _, ...rest } = readRoot(element);
  return rest;
}

test('without data attributes: no legacy mode, and / is the target path', () => {
  expect(root({})).toEqual({ legacy: false, legacyPath: '', targetPath: '/' });
  expect(root({ legacy: '0' })).toMatchObject({ legacy: false });
  expect(root({ legacy: 'false' })).toMatchObject({ legacy: false });
});

test('the legacy flag may hold the path of the older product; the target path is passed on', () => {
  expect(root({ legacy: '' })).toMatchObject({ legacy: true, legacyPath: '' });
  expect(root({ legacy: '1' })).toMatchObject({ legacy: true, legacyPath: '' });
  expect(root({ legacy: '/old/', targetPath: '/lists' })).toEqual({
    legacy: true,
    legacyPath: '/old',
    targetPath: '/lists',
  });
});
