/** A line of a printed record; nothing where nothing is known. */
export function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  if (children === '' || children === false || children === undefined) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
