/** Whether a bill of materials is one for CycloneDX, by its official schemas; its library has them. */
import { type Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** What the schema of the bill's own version finds wrong, in its words; null: nothing. */
export async function faultsOfBill(bill: object): Promise<string | null> {
  const { specVersion } = bill as { specVersion: Spec.Version };
  const fault = await new Validation.JsonStrictValidator(specVersion).validate(JSON.stringify(bill));
  return fault === null ? null : JSON.stringify(fault);
}
