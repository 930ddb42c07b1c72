import type { EditorialUpload, PanelView } from '@domain/api/editorial';
import type { BoardAct } from '@domain/board/act-rules';
import type { PanelNumber } from '@domain/limits';

/** What the forms of the screen do. */
export const formActs = ['accept', 'decline', 'handOver', 'takeOver', 'invite', 'decide', 'reopen'] as const;
export type FormAct = (typeof formActs)[number];

/** A form of the screen. */
export interface ActForm {
  act: FormAct;
  /** The panel that it is about, if there are two such forms. */
  panel: PanelNumber | null;
}

/** What a form shows: entries and errors of its fields. */
export interface ShownForm {
  name: string;
  value: (field: string) => string;
  error: (field: string) => string | undefined;
}

/** Name of a form, by which its text is kept and its fields have ids. */
export function nameOf({ act, panel }: ActForm): string {
  return panel === null ? act : `${act}-${panel}`;
}

/** Acts in the order of the screen: first what somebody waits for. */
const order: readonly BoardAct[] = [
  'answerInvitation',
  'decideTie',
  'invite',
  'takeOver',
  'handOver',
  'handOverOther',
  'reopen',
];

/** The forms that a member of the board may send now. Whoever is invited declines instead of handing over. */
export function formsOf({ acts, votes }: Pick<EditorialUpload, 'acts' | 'votes'>): ActForm[] {
  const isOther = ({ email, mine }: PanelView) => email !== null && !mine;
  const of = (act: FormAct, isMeant: (panel: PanelView) => boolean) =>
    votes.filter(isMeant).map(({ nr }): ActForm => ({ act, panel: nr }));
  const isInvited = acts.includes('answerInvitation');
  const allowed = order.filter((act) => acts.includes(act) && !(act === 'handOver' && isInvited));
  return allowed.flatMap((act): ActForm[] => {
    switch (act) {
      case 'answerInvitation':
        return [
          { act: 'accept', panel: null },
          { act: 'decline', panel: null },
        ];
      case 'handOver':
        return of('handOver', ({ mine }) => mine);
      case 'takeOver':
        return of('takeOver', (panel) => isOther(panel) && panel.isOverdue);
      case 'invite':
        return of('invite', ({ email }) => email === null);
      case 'handOverOther':
        return of('handOver', isOther);
      case 'decideTie':
        return [{ act: 'decide', panel: null }];
      case 'reopen':
        return [{ act: 'reopen', panel: null }];
      default:
        return [];
    }
  });
}
