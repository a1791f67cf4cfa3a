import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import {
  IconChartBar,
  IconClipboard,
  IconClipboardPlus,
  IconDots,
  IconFold,
  IconHash,
  IconPlugConnected,
  IconRoute,
  IconSearch,
  IconSend,
  IconTemplate,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { addressOf } from '../../data/ask.ts';
import { ButtonMenu } from '../../kit/button-menu.tsx';
import { DownloadItem } from '../../kit/download.tsx';
import { common } from '../../kit/wordings.ts';
import { useIsLanguageFolded, useLanguageItems } from '../languages/language-menu.tsx';
import { useCopiedCount } from '../store/clipboard.ts';
import { useFlow } from '../store/use-flow.ts';
import { CopySteps, stepsWord } from './copy-steps.tsx';
import { SaveAsTemplate, useSaveAsTemplate } from './save-as-template.tsx';
import { foldAll, useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

type Way = { label: string; to: string; icon: typeof IconHash; title?: string };

/**
 * The ways on from a campaign, and what can be done with all its steps. A template has no keyword, blast, API
 * and guided tour.
 */
export function CampaignMenu({ name }: { name: string }) {
  const { campaign, isTemplate } = useFlow();
  const template = useSaveAsTemplate();
  const [copying, copy] = useDisclosure(false);
  const isFolded = useIsLanguageFolded();
  const languages = useLanguageItems();
  const ways: Way[] = isTemplate
    ? []
    : [
        { label: common.keyword, to: `/campaign/keyword/${campaign}`, icon: IconHash },
        { label: common.blast, to: `/blast/${campaign}`, icon: IconSend },
        { label: wordings.campaignMenu.api, to: `/campaign/API/${campaign}`, icon: IconPlugConnected },
        {
          label: wordings.campaignMenu.guidedTour,
          to: `/campaign/edit/${campaign}`,
          icon: IconRoute,
          title: common.opens(common.guidedConfiguration),
        },
        { label: wordings.campaignMenu.reports, to: `/report/template/1/${campaign}`, icon: IconChartBar },
      ];
  return (
    <>
      <ButtonMenu
        button={(ref) => (
          <ActionIcon
            ref={ref}
            variant="default"
            size="lg"
            aria-label={wordings.campaignMenu.campaignOptions}
          >
            <IconDots size={18} />
          </ActionIcon>
        )}
      >
        {ways.map(({ label, to, icon: Icon, title }) => (
          <Menu.Item key={label} component={Link} to={to} leftSection={<Icon size={16} />} title={title}>
            {label}
          </Menu.Item>
        ))}
        {isTemplate && (
          <Menu.Item disabled leftSection={<IconRoute size={16} />}>
            {wordings.campaignMenu.guidedTour}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconClipboard size={16} />} onClick={copy.open}>
          {wordings.campaignMenu.copySteps}
        </Menu.Item>
        <PasteItem />
        {!isTemplate && (
          <Menu.Item leftSection={<IconTemplate size={16} />} onClick={template.open}>
            {wordings.campaignMenu.saveAsTemplate}
          </Menu.Item>
        )}
        {!isTemplate && (
          <DownloadItem href={addressOf(calls.campaignFiles.exportOne, { campaign })}>
            {common.exportAsJson}
          </DownloadItem>
        )}
        <Menu.Item
          leftSection={<IconSearch size={16} />}
          onClick={() => useEditorUi.setState({ isFinding: true })}
        >
          {wordings.campaignMenu.findInTexts}
        </Menu.Item>
        <Menu.Item leftSection={<IconFold size={16} />} onClick={foldAll}>
          {wordings.campaignMenu.foldAllSteps}
        </Menu.Item>
        {isFolded && (
          <>
            <Menu.Divider />
            <Menu.Label>{wordings.campaignMenu.languages}</Menu.Label>
            {languages.items}
          </>
        )}
      </ButtonMenu>
      {isFolded && languages.dialogs}
      <CopySteps opened={copying} onClose={copy.close} />
      <SaveAsTemplate action={template} name={name} />
    </>
  );
}

function PasteItem() {
  const count = useCopiedCount();
  const { paste } = useStepActions();
  return (
    <Menu.Item
      leftSection={<IconClipboardPlus size={16} />}
      disabled={count === 0}
      onClick={() => void paste()}
    >
      {count === 0 ? wordings.campaignMenu.pasteSteps : wordings.campaignMenu.paste(stepsWord(count))}
    </Menu.Item>
  );
}
