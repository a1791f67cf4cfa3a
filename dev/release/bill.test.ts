/** The bill of materials of a release, against the official schema of CycloneDX. */
import { expect, test } from 'vitest';
import { billOfMaterials, shippedParts } from './bill.ts';
import { PLATFORMS } from './pack.ts';
import { faultsOfBill } from './valid-bill.ts';

const bills = PLATFORMS.map((platform) => {
  const release = { name: 'parley-1.2.3', version: '1.2.3', platform: platform.name };
  return { platform, bill: billOfMaterials(release, shippedParts(platform)) };
});

test.each(bills)('the bill of $platform.name is valid CycloneDX', async ({ bill }) => {
  expect((bill as { components: unknown[] }).components.length).toBeGreaterThan(100);
  expect(await faultsOfBill(bill)).toBeNull();
});

test('a bill that the schema does not allow is told apart', async () => {
  const [{ bill } = { bill: {} }] = bills;
  expect(await faultsOfBill({ ...bill, components: [{ type: 'library' }] })).toMatch(/name/);
  expect(await faultsOfBill({ ...bill, licence: 'MIT' })).toMatch(/licence/);
});
