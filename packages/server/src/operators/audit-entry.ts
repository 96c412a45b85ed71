/** What an operator did: to whom or what, with which particulars. No secrets, and no more of a person than is needed. */
export interface AuditEntry {
  /** `<thing>.<participle>`, such as `deposit.approved`. */
  readonly action: string;
  /** `<kind>:<id>`, such as `deposit:D260107-7K3M9QXA2C`. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
export type Audit = (entry: AuditEntry) => void;
