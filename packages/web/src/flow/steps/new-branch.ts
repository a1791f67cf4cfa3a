import type { StepType } from '@parley/engine/flow.ts';
import { createContext, useContext } from 'react';
import type { NewWay } from '../model/plan-branch.ts';

/** Makes a new step for an answer or a rule of the step whose form is open, and goes there. */
export type NewBranch = (type: StepType, way: Pick<NewWay, 'upToThis' | 'isDefault' | 'link'>) => void;

export const NewBranchContext = createContext<NewBranch | null>(null);

/** Null where a form only fills in what is there. */
export const useNewBranch = () => useContext(NewBranchContext);

/** What a way can be given in one click. */
export const BRANCH_TYPES = ['message', 'choice-question', 'final-message'] as const;
export type BranchType = (typeof BRANCH_TYPES)[number];
