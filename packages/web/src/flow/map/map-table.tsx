import { Anchor, Button, Collapse, Table } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useNames } from '../editor/use-names.ts';
import { STEP_LOOKS, titleOf } from '../steps/looks.ts';
import type { FlowGraph } from './graph.ts';
import classes from './map.module.css';
import { countText, type MapCounts } from './map-parts.tsx';
import { wordings } from './wordings.ts';
import { waysOn } from './words.ts';

type MapTableProps = { graph: FlowGraph; counts: MapCounts | null; onStep: (step: number) => void };

/** What the map shows, as a table: to read, to copy, to hear. */
export function MapTable({ graph, counts, onStep }: MapTableProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const names = useNames();
  const campaign = (known: number) => wordings.mapTable.campaign(names.campaign(known) ?? 'deleted');
  const count = (step: number, what: 'reached' | 'waiting' | 'answered') =>
    countText(counts?.byStep.get(step)?.[what] ?? 0, counts?.isPartial ?? false);
  const steps = graph.nodes.filter((node) => node.kind === 'step');
  return (
    <>
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconTable size={16} />}
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={id}
      >
        {opened ? wordings.mapTable.hideTheTable : wordings.mapTable.showAsATable}
      </Button>
      <Collapse id={id} expanded={opened}>
        <div className={classes.scroll}>
          <Table mt="sm" miw={560} className="tabular">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{wordings.mapTable.step}</Table.Th>
                <Table.Th>{wordings.mapTable.leadsTo}</Table.Th>
                {counts && (
                  <>
                    <Table.Th ta="right">{wordings.mapTable.reached}</Table.Th>
                    <Table.Th ta="right">{wordings.mapTable.waitingNow}</Table.Th>
                    <Table.Th ta="right">{wordings.mapTable.answered}</Table.Th>
                  </>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {steps.map((node) => (
                <Table.Tr key={node.id}>
                  <Table.Td>
                    <Anchor component="button" type="button" ta="left" onClick={() => onStep(node.step.id)}>
                      {node.step.position}. {titleOf(node.step)}
                    </Anchor>{' '}
                    {STEP_LOOKS[node.step.type].name}
                    {!node.isReachable && wordings.mapTable.nothingLeadsHere}
                  </Table.Td>
                  <Table.Td>{waysOn(graph, node, campaign) || wordings.mapTable.theEnd}</Table.Td>
                  {counts && (
                    <>
                      <Table.Td ta="right">{count(node.step.id, 'reached')}</Table.Td>
                      <Table.Td ta="right">{count(node.step.id, 'waiting')}</Table.Td>
                      <Table.Td ta="right">{count(node.step.id, 'answered')}</Table.Td>
                    </>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Collapse>
    </>
  );
}
