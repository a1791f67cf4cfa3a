import { Anchor, Button, Collapse, Table } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useNames } from '../editor/use-names.ts';
import { STEP_LOOKS, titleOf } from '../steps/looks.ts';
import { COUNTED } from './count-words.ts';
import type { FlowGraph, MapStep } from './graph.ts';
import classes from './map.module.css';
import { useMap } from './map-context.ts';
import { countText } from './map-parts.tsx';
import { type MapCounts, NO_COUNT } from './use-step-counts.ts';
import { wordings } from './wordings.ts';
import { waysOn } from './words.ts';

type MapTableProps = { graph: FlowGraph; onStep: (step: number) => void };

/** What the map shows, as a table: to read, to copy, to hear. */
export function MapTable({ graph, onStep }: MapTableProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
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
        {opened && <Rows graph={graph} onStep={onStep} />}
      </Collapse>
    </>
  );
}

function Rows({ graph, onStep }: MapTableProps) {
  const { counts } = useMap();
  const steps = graph.nodes.filter((node) => node.kind === 'step');
  return (
    <div className={classes.scroll}>
      <Table mt="sm" miw={720} className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{wordings.mapTable.step}</Table.Th>
            <Table.Th>{wordings.mapTable.leadsTo}</Table.Th>
            {counts &&
              COUNTED.map(({ key }) => (
                <Table.Th key={key} ta="right">
                  {wordings.countTitles[key]}
                </Table.Th>
              ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((node) => (
            <Row key={node.id} graph={graph} node={node} counts={counts} onStep={onStep} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type RowProps = MapTableProps & { node: MapStep; counts: MapCounts | null };

function Row({ graph, node, counts, onStep }: RowProps) {
  const names = useNames();
  const campaign = (known: number) => wordings.mapTable.campaign(names.campaign(known) ?? 'deleted');
  const { step } = node;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" ta="left" onClick={() => onStep(step.id)}>
          {step.position}. {titleOf(step)}
        </Anchor>{' '}
        {STEP_LOOKS[step.type].name}
        {!node.isReachable && wordings.mapTable.nothingLeadsHere}
      </Table.Td>
      <Table.Td>{waysOn(graph, node, campaign) || wordings.mapTable.theEnd}</Table.Td>
      {counts && <CountCells node={node} counts={counts} />}
    </Table.Tr>
  );
}

/** Each figure opens whom it counts. */
function CountCells({ node: { step }, counts }: { node: MapStep; counts: MapCounts }) {
  const { openCount } = useMap();
  const own = counts.byStep.get(step.id) ?? NO_COUNT;
  return COUNTED.map(({ key, what }) => {
    const text = countText(own[key], counts.isPartial);
    const words = wordings.countTitles[key];
    return (
      <Table.Td key={key} ta="right">
        {own[key] === 0 ? (
          text
        ) : (
          <Anchor
            component="button"
            type="button"
            aria-label={wordings.mapTable.open(words, text, titleOf(step))}
            onClick={() => openCount({ step: step.id, what, words })}
          >
            {text}
          </Anchor>
        )}
      </Table.Td>
    );
  });
}
