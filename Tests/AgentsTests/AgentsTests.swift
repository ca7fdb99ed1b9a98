import Agents
