"""``python -m r3env`` is the command line."""

from r3env.cli import main

if __name__ == "__main__":
    main()
