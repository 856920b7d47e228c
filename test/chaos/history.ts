/** What happened in a run, as plain events; all instants in ms by the one clock of the machine. */

export type NodeFault = "kill" | "freeze" | "cut" | "stall";
/** restart: of the database server. */
export type Fault = NodeFault | "restart";

/** One change of a subject's lease, as the database saw it happen. */
export interface LeaseChange {
  at: number;
  subject_id: string;
  before: string | null;
  after: string | null;
  /** When the lease before would have run out. */
  ended_at: number | null;
  /** When the check is due afterwards. */
  due_at: number | null;
  /** When the node that held it had last said that it is there; null: it is gone. */
  holder_seen_at: number | null;
}

export interface History {
  /** `until`: when the node or the server worked again; `node_id` of the process that it hit, empty for the server. */
  faults: { fault: Fault; at: number; until: number; node_id: string }[];
  /** Error reports by monitor: those with a 202, and those whose fate is unknown. */
  reports: {
    monitor_id: string;
    acknowledged: number;
    unknown: number;
    counted: number;
  }[];
  /** Breaks of applications, each with a message of its own. */
  breaks: { subject_id: string; message: string; at: number; until: number }[];
  incidents: {
    id: string;
    source_id: string;
    summary: string;
    opened_at: number;
    resolved: boolean;
    /** Whether its opening was ever tried to be sent on its own: a summary names several. */
    sent: boolean;
    /** Whether its recovery was due: queued, not dropped, and in no summary. */
    recovery: boolean;
  }[];
  /** What arrived on the phone. */
  pages: { incident_id: string; opening: boolean; at: number }[];
  leases: LeaseChange[];
  /** What is still owed at the end. */
  owed: number;
}
