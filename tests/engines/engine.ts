/** An engine of browsers. Each tab is a visitor of its own, without cookies of others; one is open at a time. */
export type Engine = {
  open(visitor: Visitor): Promise<Driver>;
  /** Ends the browser, also one that no longer responds. */
  close(): Promise<void>;
};

export type Visitor = {
  /** Where the cookies belong. */
  origin: string;
  cookies: readonly { name: string; value: string }[];
  /** Whether pages may run scripts. */
  hasScript: boolean;
};

/** The abilities that each engine must have. Everything else is an expression that runs in the page. */
export type Driver = {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Returns the value of an expression, also in a page without script. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks with a pointer, in pixels from the corner of the window's content. */
  click(position: Position): Promise<void>;
  /** Types into the field that has the focus, by keys. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** The page's reports so far: uncaught errors, and violations of its content security policy. */
  complaints(): readonly string[];
  close(): Promise<void>;
};

export type Position = { x: number; y: number };

export type Key = 'Enter' | 'Escape';
